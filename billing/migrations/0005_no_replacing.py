"""On SQLite nothing about money is replaced by something else; on PostgreSQL none of it is emptied at once."""

from django.db import migrations

from accounts.keeping import RefuseEmptying, RefuseReplacing

KEPT = (
    "billing_purchase",
    "billing_giftcode",
    "billing_refund",
    "billing_dispute",
    "billing_historyline",
    "billing_providerevent",
)


class Migration(migrations.Migration):
    dependencies = [("billing", "0004_first_offers")]

    operations = [RefuseReplacing(*KEPT), RefuseEmptying(*KEPT)]
