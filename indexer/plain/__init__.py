"""The work on posting lists with numpy alone: used without compiled code, and what that is tested against."""
