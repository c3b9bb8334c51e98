"""What is on sale at first; the staff change it in the admin."""

from django.db import migrations

OFFERS = (
    ("day-and-night", "duel-daynight", "lasting", 499),
    ("siege", "duel-siege", "lasting", 499),
    ("both-tables", "", "lasting", 799),
    ("evening", "", "evening", 199),
)


def add_offers(apps, schema_editor):
    Offer, Price = apps.get_model("billing", "Offer"), apps.get_model("billing", "Price")
    for position, (code, table, term, amount) in enumerate(OFFERS, 1):
        offer = Offer.objects.create(code=code, table=table, term=term, position=position)
        Price.objects.create(offer=offer, currency="eur", amount=amount)


def remove_offers(apps, schema_editor):
    Offer, Price = apps.get_model("billing", "Offer"), apps.get_model("billing", "Price")
    Price.objects.all().delete()
    Offer.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("billing", "0003_append_only")]

    operations = [migrations.RunPython(add_offers, remove_offers)]
