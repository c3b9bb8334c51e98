"""The addresses of the shop and of the pages the law wants."""

from django.urls import URLPattern, path
from django.views.generic import RedirectView

from billing import views
from billing.legal_views import legal
from billing.test_shop_views import checkout

urlpatterns: list[URLPattern] = [
    path("shop/", views.shop, name="shop"),
    path("shop/buy/<slug:code>/", views.buy, name="buy"),
    path("shop/purchases/", views.purchases, name="purchases"),
    path("shop/purchases/<slug:number>/", views.purchase, name="purchase"),
    path("shop/purchases/<slug:number>/refund/", views.refund, name="refund_purchase"),
    path("shop/purchases/<slug:number>/receipt.pdf", views.receipt, name="receipt"),
    path("shop/purchases/<slug:number>/gift/", views.gift, name="gift"),
    path("shop/redeem/", views.redeem, name="redeem"),
    path("shop/find/", views.find, name="find_purchase"),
    path("shop/notices/", views.notices, name="notices"),
    path("test-shop/<slug:session_id>/", checkout, name="test_shop"),
    path("legal/<slug:page>/", legal, name="legal"),
    path("privacy/", RedirectView.as_view(url="/legal/privacy/", permanent=True)),
]
