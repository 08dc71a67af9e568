"""Tables that people are at: what comes in, what is written, who is shown what, and when programs and clocks act."""
