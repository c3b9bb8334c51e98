"""The site's addresses with the staff's pages among them."""

from django.contrib import admin
from django.urls import path

from colorclash.urls import handler400
from colorclash.urls import urlpatterns as site

__all__ = ["handler400", "urlpatterns"]

urlpatterns = [*site, path("staff/", admin.site.urls)]
