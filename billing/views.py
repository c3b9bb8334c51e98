"""The buyer's pages: thin doors to the services. Nothing about a card is ever typed here."""

import functools
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from csp.constants import SELF
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.addresses import absolute
from accounts.models import User
from accounts.sanctions import standing
from billing.forms import BuyForm, CodeForm, FindForm
from billing.gateway import Forged, ProviderRefused, ProviderUnavailable, ShopClosed
from billing.kind import shop_kind
from billing.limits import may_try
from billing.models import Entitlement, Purchase, Refund, Term
from billing.names import name_of, tables_name
from billing.receipt_links import opens_receipt
from billing.receipts import receipt_pdf
from billing.selectors import Shown, offer_shown, offers_shown, purchases_of, rights_of, steps_of
from billing.services.dispatch import send_task
from billing.services.fulfil import fulfil
from billing.services.giving import GiftRefused, redeem_gift
from billing.services.notices import take_notice
from billing.services.people import holder_of
from billing.services.purchases import PurchaseRefused, Wish, begin_purchase
from billing.services.refunds import BY_THE_BUYER, RefundRefused, refund_by_buyer, why_not_refunded

CHECKOUT: Final = "https://checkout.stripe.com"
NOTICE_BYTES: Final = 64 * 1024

View = Callable[..., HttpResponse]


def personal(view: View) -> View:
    """A page about somebody's money: kept by no cache and no search engine."""

    @never_cache
    @functools.wraps(view)
    def wrapped(request: HttpRequest, **named: str) -> HttpResponse:
        response = view(request, **named)
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


@require_safe
@never_cache
def shop(request: HttpRequest) -> HttpResponse:
    context = {"offers": offers_shown(_buyer(request)), "kind": shop_kind()}
    return render(request, "billing/shop.html", context)


@csp_update({"form-action": [SELF, CHECKOUT]})
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@personal
def buy(request: HttpRequest, code: str) -> HttpResponse:
    """What it is, what it costs, two ticks and one button; the button leads to the provider's page.

    Nothing is sold to whom may not play now: he reads why instead.
    """
    user = _account(request)
    if standing(holder_of(user).pk) is not None:
        return redirect("told")
    shown = offer_shown(code, user)
    if shown is None:
        raise Http404
    if request.method != "POST":
        return _buy_page(request, shown)
    form = BuyForm(request.POST)
    if not form.is_valid():
        missing = "ticks" if {"adult", "consent"} & set(form.errors) else "form"
        return _buy_page(request, shown, problem=missing, status=422)
    if not may_try("buy", str(user.pk), most=30):
        return _buy_page(request, shown, problem="slow_down", status=429)
    wish = Wish(
        offer=shown.offer,
        gift=form.cleaned_data["gift"] == "gift",
        currency=shown.currency,
        language=(get_language() or "en")[:2],
        shown=form.cleaned_data["shown"],
    )
    try:
        purchase = begin_purchase(buyer=user, wish=wish, addresses=lambda made: _addresses(request, made))
    except PurchaseRefused as refused:
        return _buy_page(request, shown, problem=refused.code, status=409)
    except (ProviderUnavailable, ProviderRefused, ShopClosed):
        return _buy_page(request, shown, problem="unavailable", status=503)
    # Our own test shop is on this site, by whichever of its names it was opened.
    own = shop_kind() == "standin"
    return redirect(urlsplit(purchase.page).path if own else purchase.page)


@require_safe
@login_required
@personal
def purchases(request: HttpRequest) -> HttpResponse:
    user = _account(request)
    rows = [{"purchase": each, "name": name_of(each.table, each.term)} for each in purchases_of(user)]
    rights = [{"right": each.right, "name": _right_name(each.right), "reason": each.reason} for each in rights_of(user)]
    context = {"rows": rows, "rights": rights, "kind": shop_kind()}
    return render(request, "billing/purchases.html", context)


@require_safe
@login_required
@personal
def purchase(request: HttpRequest, number: str) -> HttpResponse:
    """A purchase with all its steps. Who comes back from the provider's page lands here."""
    found = _own_purchase(request, number)
    asleep = False
    if found.state in Purchase.UNDECIDED:
        try:
            found = fulfil(purchase_id=found.pk)
        except (ProviderUnavailable, ProviderRefused, ShopClosed):
            asleep = True
    return _purchase_page(request, found, problem="unavailable" if asleep else "")


@require_POST
@login_required
@personal
def refund(request: HttpRequest, number: str) -> HttpResponse:
    """Pressed twice, it leads to the same page as pressed once."""
    found = _own_purchase(request, number)
    try:
        refund_by_buyer(purchase_id=found.pk)
    except RefundRefused as refused:
        if not found.refunds.filter(reason=BY_THE_BUYER).exclude(state=Refund.State.FAILED).exists():
            return _purchase_page(request, found, problem=refused.code, status=409)
    return redirect("purchase", found.number)


@require_safe
@personal
def receipt(request: HttpRequest, number: str) -> HttpResponse:
    """The receipt as a PDF, for the buyer, and for who has the link that was mailed to him."""
    token = request.GET.get("key", "")
    found = Purchase.objects.filter(number=number).first()
    if found is None or not (opens_receipt(token, number) or found.buyer_id == _user_id(request)):
        raise Http404
    if found.state != Purchase.State.PAID:
        raise Http404
    with override(found.language):
        document = receipt_pdf(found)
    return HttpResponse(
        document,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="color-clash-{found.number}.pdf"'},
    )


@require_safe
@login_required
@personal
def gift(request: HttpRequest, number: str) -> HttpResponse:
    """A page to print and to hand over: the code, and the same to photograph."""
    found = _own_purchase(request, number)
    code = getattr(found, "gift_code", None)
    if code is None:
        raise Http404
    address = absolute(request, reverse("redeem"))
    context = {
        "purchase": found,
        "code": code,
        "name": name_of(found.table, found.term),
        "address": address,
        "qr": segno.make(f"{address}?code={code.spelled}", error="m").svg_data_uri(scale=6, border=4, light="#fff"),
    }
    return render(request, "billing/gift.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@personal
def redeem(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "billing/redeem.html", {"code": request.GET.get("code", "")[:40]})
    user = _account(request)
    form = CodeForm(request.POST)
    problem, granted = "unknown", None
    if not may_try("redeem", str(user.pk), most=20):
        problem = "slow_down"
    elif form.is_valid():
        try:
            granted = redeem_gift(user=user, code=form.cleaned_data["code"])
        except GiftRefused as refused:
            problem = "owned_gift" if refused.code == "owned" else refused.code
    if granted is None:
        context = {"problem": problem, "code": request.POST.get("code", "")[:40]}
        return render(request, "billing/redeem.html", context, status=429 if problem == "slow_down" else 422)
    return render(request, "billing/redeemed.html", {"name": name_of(granted.table, granted.term)})


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def find(request: HttpRequest) -> HttpResponse:
    """Whoever asks gets the same answer; only whom a purchase was confirmed to gets a mail."""
    if request.method != "POST":
        return render(request, "billing/find.html")
    form = FindForm(request.POST)
    if not form.is_valid():
        return render(request, "billing/find.html", {"problem": "form"}, status=422)
    mail = form.cleaned_data["mail"]
    if not may_try("find", mail.lower(), most=5):
        return render(request, "billing/find.html", {"problem": "slow_down"}, status=429)
    send_task("billing.send_found_purchase", number=form.cleaned_data["number"], mail=mail)
    return render(request, "billing/find.html", {"asked": True})


@csrf_exempt
@require_POST
def notices(request: HttpRequest) -> HttpResponse:
    """Where the provider's notices come in; its signature is their only way to be heard."""
    body = request.body
    if len(body) > NOTICE_BYTES:
        return HttpResponse(status=413)
    try:
        take_notice(body=body, signature=request.headers.get("Stripe-Signature", ""))
    except Forged:
        return HttpResponse(status=400)
    return HttpResponse(status=200)


def _buy_page(request: HttpRequest, shown: Shown, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Ticks are never set beforehand, and set again by nobody but the buyer."""
    context = {
        "shown": shown,
        "problem": problem,
        "kind": shop_kind(),
        "gift": request.POST.get("gift", "") == "gift" or (shown.owned and request.method != "POST"),
        "away": "away" in request.GET,
    }
    return render(request, "billing/buy.html", context, status=status)


def _purchase_page(request: HttpRequest, found: Purchase, *, problem: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "purchase": found,
        "name": name_of(found.table, found.term),
        "steps": steps_of(found),
        "right": getattr(found, "entitlement", None),
        "gift_code": getattr(found, "gift_code", None),
        "refundable": why_not_refunded(found) is None,
        "problem": problem,
        "kind": shop_kind(),
    }
    return render(request, "billing/purchase.html", context, status=status)


def _addresses(request: HttpRequest, made: Purchase) -> tuple[str, str]:
    back = request.build_absolute_uri(reverse("purchase", args=[made.number]))
    away = request.build_absolute_uri(f"{reverse('buy', args=[made.offer.code])}?away")
    return back, away


def _right_name(right: Entitlement) -> str:
    """How long it holds is said beside it."""
    return name_of(right.table, right.term) if right.term == Term.EVENING else tables_name(right.table)


def _own_purchase(request: HttpRequest, number: str) -> Purchase:
    found = Purchase.objects.filter(number=number, buyer=_account(request)).first()
    if found is None:
        raise Http404
    return found


def _account(request: HttpRequest) -> User:
    user = _buyer(request)
    if user is None:
        raise Http404
    return user


def _buyer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _user_id(request: HttpRequest) -> int:
    """No account's where nobody is signed in."""
    user = _buyer(request)
    return -1 if user is None else user.pk
