"""The people at the table: who holds which seat, what they agree on, their clocks, accounts and messages.

Nothing here touches the game. What two players settle between themselves lies beside the journal of their match
(:mod:`.affairs`), and a match that has nothing of the kind, as at home, has no such record at all.
"""
