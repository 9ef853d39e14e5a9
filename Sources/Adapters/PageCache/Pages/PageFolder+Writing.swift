import SonicProtocol
import SonicSession

/// Changes to a page's folder, which require its lock.
extension PageFolder {
    /// Writes a new version completely, then makes it current with one rename, which is the commit. Returns its number.
    func commit(_ version: PageVersion) throws(StoreFailure) -> Int {
        let pointer = try pointer()
        try removeUnfinished(pointer)
        let number = try freeNumber(pointer)
        do {
            try write(version, as: number)
        } catch {
            // Frees the space on a full disk. If that fails, too, the next commit removes the version.
            do { try folder.removeFolder(String(number)) } catch {}
            throw error
        }
        do {
            try point(to: number)
        } catch {
            // The same, unless the rename succeeded and only its sync failed: then the version is the current one.
            do { if try self.pointer() == pointer { try folder.removeFolder(String(number)) } } catch {}
            throw error
        }
        return number
    }

    /// Makes a version current: the commit point.
    func point(to number: Int) throws(StoreFailure) {
        try folder.replace(Name.current, with: Array("\(number)\n".utf8))
    }

    /// Replaces the page's state in one step; an empty state is removed.
    func write(_ state: PageState, _ durability: Durability = .lasting) throws(StoreFailure) {
        if state.renewal == nil, !state.hasMarks {
            try folder.removeFile(Name.state)
            try folder.sync()
        } else {
            try folder.replace(Name.state, with: state.bytes, durability)
        }
    }

    /// Removes a damaged version from the history, but keeps it for inspection.
    func setAside(_ number: Int) throws(StoreFailure) {
        let aside = String(number) + Name.brokenSuffix
        try folder.removeFolder(aside)
        try folder.rename(String(number), to: aside)
        try folder.sync()
    }

    /// Removes a version from the history. It is renamed first, so that no reader finds a part of it.
    func retire(_ number: Int) throws(StoreFailure) {
        let retired = String(number) + Name.retiredSuffix
        try folder.rename(String(number), to: retired)
        try folder.sync()
        try folder.removeFolder(retired)
    }

    /// Removes the remains of a crash: versions that never became current or were being removed, and drafts of files.
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

    /// Removes the page with its history: the removal of `current` is the commit, the rest is cleanup. The mark that
    /// Sonic is off is preserved until it expires, the redirects of the address until they are removed, a pin until it
    /// is removed.
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

    /// Removes the redirects of the address.
    func forgetRedirects() throws(StoreFailure) {
        guard var state = try state(), !state.hops.isEmpty else { return }
        state.hops = []
        try write(state)
    }

    /// Removes the remaining files of a page without versions, the lock last: a process that waits for the lock then
    /// finds it without a name and starts again. A pin and its lock are preserved.
    func removeRest() throws(StoreFailure) {
        try folder.removeFile(Name.state)
        try folder.removeFile(Name.read)
        guard try folder.status(Name.pin) == nil else { return }
        try folder.removeFile(Name.lock)
    }

    /// Returns once the version, including its name, would survive a loss of power: only then may `current` name it.
    private func write(_ version: PageVersion, as number: Int) throws(StoreFailure) {
        guard let files = try folder.makingFolder(String(number)) else {
            throw .failed(operation: "make", path: folder.path, reason: "another program removed it")
        }
        try files.write(version.html, as: Name.html)
        for (name, bytes) in Self.derivedFiles(version.html) { try files.write(bytes, as: name) }
        try files.write(VersionRecord(version).bytes, as: Name.record)
        try files.sync()
    }

    /// Returns a number larger than every number that was used and may still be referenced.
    private func freeNumber(_ pointer: Pointer) throws(StoreFailure) -> Int {
        var used = [0]
        if case .version(let stamp) = pointer { used.append(stamp.number) }
        if let renewal = try state()?.renewal { used.append(renewal.number) }
        used += try numbers()
        used += try versionNames(Name.brokenSuffix).compactMap(Self.stem)
        return used.reduce(0, max) + 1
    }

    /// Returns the last read of the page. An invalid file counts as none.
    func lastRead() throws(StoreFailure) -> LastRead? {
        try folder.read(Name.read, limit: Self.largestRecord).flatMap { LastRead(bytes: $0.bytes) }
    }

    /// Replaces the last read. Requires the lock.
    func write(_ read: LastRead) throws(StoreFailure) {
        try folder.replace(Name.read, with: read.bytes, .fleeting)
    }
}
