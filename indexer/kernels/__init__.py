"""The work on posting lists, compiled by numba: loaded by `indexer.compiled` when it pays.

Nothing else imports these modules, so that numba is needed only where they are used.
"""
