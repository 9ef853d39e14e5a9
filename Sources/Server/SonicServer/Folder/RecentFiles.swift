/// A cache of responses made from recently requested files, as long as they are unchanged. Of bounded size.
struct RecentFiles<Made> {
    private struct Entry {
        let state: FileState
        let made: Made
        let weight: UInt64
    }

    /// The entries used since the last rotation, and those of the period before.
    private var young: [String: Entry] = [:]
    private var old: [String: Entry] = [:]
    private var youngWeight: UInt64 = 0
    private let capacity: UInt64

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: The maximum total weight in bytes.
    init(capacity: UInt64) {
        self.capacity = capacity
    }

    /// Returns the entry of a file in this state, or nil for none.
    mutating func made(of path: String, in state: FileState) -> Made? {
        if let entry = young[path] { return entry.state == state ? entry.made : nil }
        guard let entry = old[path], entry.state == state else { return nil }
        insert(entry, path)
        return entry.made
    }

    /// Stores an entry unless it weighs more than a quarter of the capacity.
    ///
    /// - Parameter weight: Its approximate size in bytes.
    mutating func keep(_ made: Made, of path: String, in state: FileState, weight: UInt64) {
        // The path and fields of an empty file take memory, too.
        insert(Entry(state: state, made: made, weight: weight + 4096), path)
    }

    /// Half of the capacity is for the young entries; when it is exceeded they become the old ones, and the old ones
    /// are dropped.
    private mutating func insert(_ entry: Entry, _ path: String) {
        guard entry.weight <= capacity / 4 else { return }
        if youngWeight + entry.weight > capacity / 2 {
            old = young
            young = [:]
            youngWeight = 0
        }
        if let replaced = young.updateValue(entry, forKey: path) { youngWeight -= replaced.weight }
        youngWeight += entry.weight
    }
}
