"""A label on pages has the apostrophe that print has; the database does not change."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_no_replacing'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ledgerline',
            name='kind',
            field=models.CharField(choices=[('round_won', 'round won'), ('cards_captured', 'cards captured'), ('quarte', 'Quarte'), ('black_penalty', 'black penalty'), ('cards_left', 'left in the hand'), ('nobody_scores', 'nobody scores'), ('forfeit', 'won by forfeit'), ('replacement', 'a computer’s part')], max_length=16),
        ),
    ]
