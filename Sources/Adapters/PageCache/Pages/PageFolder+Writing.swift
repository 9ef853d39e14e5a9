import SonicProtocol
import SonicSession

/// What is done to a page's folder while its lock is held.
extension PageFolder {
    /// Writes a new version whole, then makes it current by one rename, which is the commit. Returns its number.
    func commit(_ version: PageVersion) throws(StoreFailure) -> Int {
        let pointer = try pointer()
        try removeUnfinished(pointer)
        let number = try freeNumber(pointer)
        do {
            try write(version, as: number)
        } catch {
            // A full disk wants its bytes back. What cannot be removed now, the next commit removes.
            do { try folder.removeFolder(String(number)) } catch {}
            throw error
        }
        do {
            try point(to: number)
        } catch {
            // The same, unless the rename was done and only its sync failed: then the version is the current one.
            do { if try self.pointer() == pointer { try folder.removeFolder(String(number)) } } catch {}
            throw error
        }
        return number
    }

    /// Makes a version current: the commit point.
    func point(to number: Int) throws(StoreFailure) {
        try folder.replace(Name.current, with: Array("\(number)\n".utf8))
    }

    /// Replaces the page's state in one step; a state that says nothing is removed.
    func write(_ state: PageState, _ durability: Durability = .lasting) throws(StoreFailure) {
        if state.renewal == nil, !state.hasMarks {
            try folder.removeFile(Name.state)
            try folder.sync()
        } else {
            try folder.replace(Name.state, with: state.bytes, durability)
        }
    }

    /// Takes a version that does not hold out of the history, but keeps it for inspection.
    func setAside(_ number: Int) throws(StoreFailure) {
        let aside = String(number) + Name.brokenSuffix
        try folder.removeFolder(aside)
        try folder.rename(String(number), to: aside)
        try folder.sync()
    }

    /// Removes a version of the history. Its name goes first, so that no reader meets a part of it.
    func retire(_ number: Int) throws(StoreFailure) {
        let retired = String(number) + Name.retiredSuffix
        try folder.rename(String(number), to: retired)
        try folder.sync()
        try folder.removeFolder(retired)
    }

    /// Removes what a crash left: versions that never became current or were going, and drafts of files.
    func removeUnfinished(_ pointer: Pointer) throws(StoreFailure) {
        let newest: Int
        switch pointer {
        case .none: newest = 0
        case .version(let stamp): newest = stamp.number
        // Any of the versions may have been the current one: recovery decides, not a commit.
        case .unreadable: newest = .max
        }
        for number in try numbers() where number > newest { try folder.removeFolder(String(number)) }
        for name in try versionNames(Name.retiredSuffix) { try folder.removeFolder(name) }
        for name in [Name.current, Name.state, Name.pin, Name.read] {
            try folder.removeFile(name + Name.draftSuffix)
        }
    }

    /// Removes the page with its history: taking `current` away is the commit, the rest is clearing up. A mark
    /// that Sonic is off stays until it ends, where the address led until that is forgotten, a pin until it is
    /// taken away.
    func remove(now: Instant) throws(StoreFailure) {
        try folder.removeFile(Name.current)
        try folder.sync()
        try removeUnfinished(.none)
        for name in try versionNames(Name.brokenSuffix) { try folder.removeFolder(name) }
        try folder.removeFile(Name.read)
        if var state = try state() {
            state.renewal = nil
            if let until = state.sonicOffUntil, until <= now.milliseconds { state.sonicOffUntil = nil }
            guard state.hasMarks else { return try removeRest() }
            try write(state)
        } else {
            try removeRest()
        }
    }

    /// Forgets where the address led.
    func forgetRedirects() throws(StoreFailure) {
        guard var state = try state(), !state.hops.isEmpty else { return }
        state.hops = []
        try write(state)
    }

    /// Removes what is left in the folder of a page without versions, the lock last: whoever waits for it sees
    /// that it has no name any more and begins again. A pin and its lock stay.
    func removeRest() throws(StoreFailure) {
        try folder.removeFile(Name.state)
        try folder.removeFile(Name.read)
        guard try folder.status(Name.pin) == nil else { return }
        try folder.removeFile(Name.lock)
    }

    /// Returns once the version, its name included, would survive a loss of power: only then may `current` name
    /// it.
    private func write(_ version: PageVersion, as number: Int) throws(StoreFailure) {
        guard let files = try folder.makingFolder(String(number)) else {
            throw .failed(operation: "make", path: folder.path, reason: "another program removed it")
        }
        try files.write(version.html, as: Name.html)
        for (name, bytes) in Self.derivedFiles(version.html) { try files.write(bytes, as: name) }
        try files.write(VersionRecord(version).bytes, as: Name.record)
        try files.sync()
    }

    /// A number above every number that was used and may still be spoken of.
    private func freeNumber(_ pointer: Pointer) throws(StoreFailure) -> Int {
        var used = [0]
        if case .version(let stamp) = pointer { used.append(stamp.number) }
        if let renewal = try state()?.renewal { used.append(renewal.number) }
        used += try numbers()
        used += try versionNames(Name.brokenSuffix).compactMap(Self.stem)
        return used.reduce(0, max) + 1
    }
}
