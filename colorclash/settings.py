"""Settings, all of them from the environment (the README lists the variables).

Two profiles. `home`, the default, is `manage.py up` on one machine: plain http, this machine's own names and
addresses, SQLite and the embedded store. `production` is https behind a proxy, with PostgreSQL and Redis.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from accounts.ages import consent_age
from colorclash import environment
from colorclash.languages import languages_in
from games.management.embedded_store import address_of_embedded_store
from games.management.network import own_names

SMTPS = 465
BASE_DIR = Path(__file__).resolve().parent.parent
PROFILE = environment.choice("PROFILE", "home", "production")
PRODUCTION = PROFILE == "production"
DATA = Path(environment.text("DATA", str(BASE_DIR / "data"))).resolve()

DEBUG = False
SECRET_KEY = environment.secret_key(DATA, required=PRODUCTION)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")

# Where browsers find us. One list of origins serves the CSRF check and the WebSocket's; hosts follow from it.
PORT = environment.number("PORT", 8000)
COLORCLASH_ORIGINS = environment.words("ORIGINS")
if PRODUCTION and not COLORCLASH_ORIGINS:
    raise ImproperlyConfigured("Set COLORCLASH_ORIGINS, such as https://play.example")
if not COLORCLASH_ORIGINS:
    COLORCLASH_ORIGINS = [f"http://{name}:{PORT}" for name in own_names()]
ALLOWED_HOSTS = environment.hosts_of(COLORCLASH_ORIGINS)
CSRF_TRUSTED_ORIGINS = COLORCLASH_ORIGINS
# The address for invitations made by somebody who opened the site by a name only this machine knows.
COLORCLASH_PUBLIC_URL = environment.text("PUBLIC_URL", COLORCLASH_ORIGINS[0])

INSTALLED_APPS = [
    "games.apps.StaffPagesConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "billing",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "colorclash.static.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.session_lifetime",
    "colorclash.encodings.readable_alone",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "colorclash.silent.SilentMiddleware",
]

ROOT_URLCONF = "colorclash.urls"
ASGI_APPLICATION = "colorclash.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Accounts. Nobody needs one to play; who has one signs in by e-mail.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "accounts.hashers.BoundedArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.passwords.{name}"} for name in ("RightLength", "NotCommon", "NotOneself")
]
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account_home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "front"
# By `key`: the e-mail address that is written to, whether or not it has an account, and from wherever it is asked.
ACCOUNT_RATE_LIMITS = {
    "signup": "10/m/ip,60/h/ip",
    "login": "20/m/ip,200/h/ip",
    "confirm_email": "1/10s/key,6/h/key",
    "reset_password": "20/m/ip,60/h/ip,5/m/key,6/h/key",
    "manage_email": "10/m/user,30/h/user",
    "mail": "10/h/key",
    "claim_code": "10/m/ip,60/h/user",
    "make_claim": "10/m/ip,60/h/ip",
    "export": "20/h/user",
}
MFA_FORMS = {"activate_totp": "accounts.forms.SwitchAppOnForm"}
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Color Clash"
MFA_RECOVERY_CODES_SHOW_ONCE = True
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
# Below this age nobody has an account without a parent's word. The law of the operator's country sets it.
COLORCLASH_CONSENT_AGE = consent_age(environment.text("COUNTRY", "FR"), environment.number("CONSENT_AGE", 0))
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Mail: onto the console until a server is named.
EMAIL_HOST = environment.text("MAIL_HOST")
EMAIL_PORT = environment.number("MAIL_PORT", 587)
EMAIL_HOST_USER = environment.text("MAIL_USER")
EMAIL_HOST_PASSWORD = environment.secret("MAIL_PASSWORD")
EMAIL_USE_TLS = EMAIL_PORT != SMTPS and environment.flag("MAIL_TLS", default=True)
EMAIL_USE_SSL = EMAIL_PORT == SMTPS
EMAIL_TIMEOUT = 10
EMAIL_FILE_PATH = environment.text("MAIL_FOLDER")
EMAIL_BACKEND = "django.core.mail.backends." + (
    "smtp.EmailBackend" if EMAIL_HOST else "filebased.EmailBackend" if EMAIL_FILE_PATH else "console.EmailBackend"
)
DEFAULT_FROM_EMAIL = environment.text("MAIL_FROM", "Color Clash <webmaster@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# The shop. Without the provider's key our own stand-in sells for no money, in production only where it is asked for.
STRIPE_KEY = environment.secret("STRIPE_KEY")
STRIPE_NOTICE_SECRETS = environment.words("STRIPE_NOTICE_SECRETS")
TEST_SHOP = not STRIPE_KEY and (environment.flag("TEST_SHOP") or not PRODUCTION)
SHOP_CURRENCY = environment.text("CURRENCY", "eur").lower()
VAT_RATE_SET = bool(environment.text("VAT_PERCENT"))
VAT_RATE = environment.hundredths("VAT_PERCENT", "20")
SELLER = {
    name: environment.text(f"SELLER_{name.upper()}").replace("\\n", "\n")
    for name in ("name", "address", "mail", "phone", "register", "vat_id", "director", "host", "mediator")
}

# The staff's pages are served only where an operator names their path, such as `staff/`.
ADMIN_PATH = environment.text("ADMIN_PATH")

# Database. Under ASGI a kept connection leaks one server process per thread: PostgreSQL gets a pool instead.
DATABASE_URL = environment.url("DATABASE_URL", f"sqlite:///{DATA / 'colorclash.sqlite3'}")
_database = environment.database(DATABASE_URL)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # Without IMMEDIATE a transaction that reads and then writes fails at once, whatever the timeout says.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # Recursive triggers: else INSERT OR REPLACE takes a row away without asking the trigger that refuses it.
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;PRAGMA busy_timeout=10000;"
            "PRAGMA recursive_triggers=ON"
        ),
    }
else:
    _database.setdefault("OPTIONS", {}).update(
        {
            "options": "-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000",
            "connect_timeout": 5,
            # A server that has gone without a word is noticed within half a minute; by itself it would take a quarter
            # of an hour, or two.
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 25_000,
        }
    )
    # Celery forks its workers, and a pool does not survive a fork: they run with COLORCLASH_POOL_SIZE=0.
    if pool_size := environment.number("POOL_SIZE", 8):
        _database["OPTIONS"]["pool"] = {
            "min_size": min(2, pool_size),
            "max_size": pool_size,
            "timeout": 5,
            "max_lifetime": 1800,
            "max_idle": 300,
        }
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The store. Timeouts are explicit and nothing is retried: a command whose reply was lost would be run twice.
REDIS_URL = environment.url("REDIS_URL", address_of_embedded_store(DATA))
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {"socket_timeout": 2, "max_connections": 64, "pool_class": "colorclash.cache.SharedPool"},
    }
}
SESSION_ENGINE = "accounts.sessions"
# A guest is kept for 30 days after he last played. His browser knows him as long: its use is written down now and then.
SESSION_COOKIE_AGE = 32 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Lax"

# Celery is only a fast path: no eta, no results; what was not recorded is sent again by the clock.
CELERY_BROKER_URL = environment.broker_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": "celery:",
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "max_retries": 0,  # Of who sends a task; workers wait for the broker as long as it takes.
    "socket_timeout": 10,
    "socket_connect_timeout": 5,
    "socket_keepalive": True,
    "health_check_interval": 10,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "ledger"
CELERY_TASK_ROUTES = {"games.play_computer": {"queue": "computers"}}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SOFT_TIME_LIMIT = 30
CELERY_TASK_TIME_LIMIT = 45
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# Languages and time.
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "colorclash" / "locale"]
LANGUAGES = languages_in(LOCALE_PATHS[0])
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files, served by the web process under names that hold their content's hash.
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(environment.text("STATIC", str(DATA / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "colorclash.static.ModuleStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# What a browser may do with our pages: nothing but what we serve ourselves, and nothing written inline.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# On plain http browsers ignore this header and complain about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50

if PRODUCTION:
    SESSION_COOKIE_NAME = "__Host-session"
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrf"
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_NAME = "__Host-language"
    LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = environment.flag("HSTS_PRELOAD")
    # Entering browsers' built-in lists binds the whole domain for years: the operator's decision, not a default.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
# Only behind a proxy that sets these headers itself may they be believed.
TRUST_PROXY = environment.flag("TRUST_PROXY")
if TRUST_PROXY:
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The play itself: durations and limits by name; what is not named here keeps the value the rules give it.
COLORCLASH_DURATIONS = environment.numbers_by_name("DURATIONS")
COLORCLASH_LIMITS = environment.numbers_by_name("LIMITS")

# A file a day; those of more than fourteen days are deleted, for they name addresses.
LOG_FOLDER = environment.text("LOG_FOLDER")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "colorclash.logs.JsonLines"},
    },
    "filters": {"refusals": {"()": "colorclash.logs.Refusals"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": environment.choice("LOG_FORMAT", "text", "json")},
        "files": {"()": "colorclash.logs.DailyFiles", "folder": LOG_FOLDER, "formatter": "json"},
    },
    "root": {
        "handlers": ["stderr", "files"] if LOG_FOLDER else ["stderr"],
        "level": environment.choice("LOG_LEVEL", "info", "debug", "warning", "error", "critical").upper(),
    },
    "loggers": {
        "django.request": {"level": "WARNING", "filters": ["refusals"]},
        # Anybody can send any host: no trace of our code belongs into the log for it.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "daphne": {"level": "WARNING"},
        "stripe": {"level": "WARNING"},
    },
}
