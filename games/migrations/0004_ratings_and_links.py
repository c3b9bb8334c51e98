"""Ratings of finished matches between accounts, leaderboards, and links that show a match to others."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0003_history'),
    ]

    operations = [
        migrations.CreateModel(
            name='Listing',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='listing', serialize=False, to='accounts.identity')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=32)),
                ('season', models.CharField(max_length=8)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rated', to='games.match')),
            ],
            options={
                'verbose_name_plural': 'rated matches',
            },
        ),
        migrations.CreateModel(
            name='RatedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rated_seats', to='accounts.identity')),
                ('rated', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.ratedmatch')),
            ],
            options={
                'ordering': ('rated', 'seat'),
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=32)),
                ('season', models.CharField(max_length=8)),
                ('estimate', models.FloatField()),
                ('deviation', models.FloatField()),
                ('sure', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='accounts.identity')),
            ],
        ),
        migrations.CreateModel(
            name='ShareLink',
            fields=[
                ('token', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField()),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('maker', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='share_links', to='accounts.identity')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='share_links', to='games.match')),
            ],
        ),
        migrations.AddIndex(
            model_name='ratedmatch',
            index=models.Index(fields=['ruleset', 'season', 'id'], name='rated_matches_in_order'),
        ),
        migrations.AddConstraint(
            model_name='ratedseat',
            constraint=models.UniqueConstraint(fields=('rated', 'seat'), name='rated_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='ratedseat',
            constraint=models.UniqueConstraint(fields=('rated', 'player'), name='rated_player_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['ruleset', 'season', '-sure'], name='ratings_by_rank'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'ruleset', 'season'), name='rating_once'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('deviation__gt', 0)), name='rating_deviation_is_positive'),
        ),
        migrations.AddConstraint(
            model_name='sharelink',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='share_link_once'),
        ),
    ]
