"""Opens and saves the notebooks of a folder as JupyterLab does.

That is by the contents manager of its server, with the content through JSON as a browser sends it.
"""
import asyncio
import json
import os
import sys

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager


async def main(folder):
    manager = AsyncLargeFileManager(root_dir=folder)
    for name in sorted(os.listdir(folder)):
        model = await manager.get(name, content=True, type="notebook")
        content = json.loads(json.dumps(model["content"]))
        await manager.save({"type": "notebook", "format": "json", "content": content}, name)


asyncio.run(main(sys.argv[1]))
