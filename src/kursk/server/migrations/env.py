"""Alembic's entry: run the migrations on the store's own connection settings."""

from alembic import context
from sqlalchemy import create_engine

from kursk.server.store import metadata

url = str(context.config.get_main_option("sqlalchemy.url"))
engine = create_engine(url.replace("+aiosqlite", "").replace("+asyncpg", ""))

with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
