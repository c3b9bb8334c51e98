"""Static files under ASGI."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from colorclash.bundles import bundle, entries

OUR_SCRIPTS = "js/"
Paths = dict[str, tuple[Storage, str]]


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Puts each page's scripts into one file, and names scripts by their content as well.

    An entry is served under its own name, with all it imports before it. Modules that import others are kept beside
    it, their imports rewritten to the hashed names.
    """

    support_js_module_import_aggregation = True
    # A pass hashes the modules whose imports are hashed already: as many passes as the longest chain of imports.
    max_post_process_passes = 16

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: ANN401, FBT001, FBT002
        """Django's hook of `collectstatic`: `paths` says by name where each source lies."""
        if not dry_run:
            paths = {**paths, **self._bundles(paths)}
        yield from super().post_process(paths, dry_run, **options)

    def _bundles(self, paths: Paths) -> Paths:
        modules = {name: _text(*place) for name, place in paths.items() if name.startswith(OUR_SCRIPTS)}
        written: Paths = {}
        for name in entries(modules):
            self.delete(name)
            self._save(name, ContentFile(bundle(name, modules).encode()))
            written[name] = (self, name)
        return written


def _text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        content: bytes = file.read()
    return content.decode()


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files: under ASGI Django reads a streamed file whole as well, and warns."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
