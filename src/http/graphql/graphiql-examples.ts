/** The first operations in GraphiQL. */
export const exampleOperations = `# Choose an operation beside the run button. Everything is described under "Docs", the book on the left.

# The newest modpacks, with what was built from them.
query NewestModPacks {
  modPacks(first: 5) {
    totalCount
    nodes {
      id
      databaseId
      name
      status
      serverPacks(last: 3) {
        nodes {
          databaseId
          size
          downloadUrl
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

# Which mods were left out of the most downloaded server packs, and why.
query WhatWasDropped {
  serverPacks(first: 3, orderBy: DOWNLOADS_DESC) {
    nodes {
      databaseId
      keptCount
      droppedCount
      decisions(first: 10, filter: { kept: false }) {
        nodes {
          file
          reason
          evidence
        }
      }
    }
  }
}

# What a server pack would hold, without building it. Put a modpack's id in.
query Preview {
  previewServerPack(
    modPack: { id: "TW9kUGFjazox" }
    runConfiguration: { gameVersion: "1.20.1", modloader: FORGE, modloaderVersion: "47.2.0" }
  ) {
    __typename
    ... on ServerPackPreview {
      keptCount
      droppedCount
    }
    ... on UserError {
      code
      message
    }
  }
}

# The service in figures.
query Statistics {
  statistics {
    modPacksByStatus {
      status
      count
    }
    days(last: 7) {
      date
      uploads
      downloads
    }
    storedFiles
    storedBytes
  }
}

# Every step of every run, as it happens.
subscription WatchEvents {
  events {
    id
    kind
    isFinal
    modPackDatabaseId
    serverPackDatabaseId
    errors {
      code
      message
    }
  }
}

# A modpack, again after each of its events.
subscription WatchModPack {
  modPack(by: { id: "TW9kUGFjazox" }) {
    name
    status
  }
}
`;
