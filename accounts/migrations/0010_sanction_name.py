from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_numbers_and_more_words")]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="name",
            field=models.CharField(blank=True, max_length=80, verbose_name="name that was reset"),
        ),
    ]
