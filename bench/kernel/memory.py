"""The memory of a kernel: of all its processes, as Linux reports it."""

import os


def resident(root):
    """Resident megabytes of a process and of each below it, and of all with every shared page counted once."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf8", errors="replace") as stat:
                    parents[int(name)] = int(stat.read().rpartition(")")[2].split()[1])
            except OSError:
                pass
    family = [root]
    for one in family:
        family.extend(child for child, parent in parents.items() if parent == one)
    processes, private, shared = [], 0, {}
    for one in family:
        try:
            with open(f"/proc/{one}/smaps", encoding="utf8") as smaps:
                mappings = mapped(smaps)
        except OSError:
            continue
        processes.append(sum(pages for _, pages, _ in mappings) / 1024)
        mine = {}
        for file, pages, own in mappings:
            private += own
            mine[file] = mine.get(file, 0) + pages - own
        for file, common in mine.items():
            shared[file] = max(shared.get(file, 0), common)
    return {"processes": processes, "once": (private + sum(shared.values())) / 1024}


def mapped(smaps):
    """File, resident and private kilobytes of each mapping."""
    found = []
    for line in smaps:
        words = line.split()
        if "-" in words[0]:
            found.append([words[5] if len(words) > 5 else "", 0, 0])
        elif words[0] == "Rss:":
            found[-1][1] = int(words[1])
        elif words[0] in ("Private_Clean:", "Private_Dirty:"):
            found[-1][2] += int(words[1])
    return found
