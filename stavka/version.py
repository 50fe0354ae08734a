"""The version, which stands in every journal."""

__version__ = "0.1.0"
