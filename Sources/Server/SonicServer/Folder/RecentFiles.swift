/// What was made of the files that were asked for lately, as long as they stay as they are. Of bounded size.
struct RecentFiles<Made> {
    private struct Entry {
        let state: FileState
        let made: Made
        let weight: UInt64
    }

    /// Those asked for since the last turn, and those of the time before.
    private var young: [String: Entry] = [:]
    private var old: [String: Entry] = [:]
    private var youngWeight: UInt64 = 0
    private let capacity: UInt64

    /// Nothing yet.
    ///
    /// - Parameter capacity: The most bytes that the files may weigh together.
    init(capacity: UInt64) {
        self.capacity = capacity
    }

    /// What was made of a file in this very state; nil for nothing.
    mutating func made(of path: String, in state: FileState) -> Made? {
        if let entry = young[path] { return entry.state == state ? entry.made : nil }
        guard let entry = old[path], entry.state == state else { return nil }
        insert(entry, path)
        return entry.made
    }

    /// Keeps what was made of a file; nothing that weighs more than a quarter of all.
    ///
    /// - Parameter weight: About how many bytes it takes.
    mutating func keep(_ made: Made, of path: String, in state: FileState, weight: UInt64) {
        // An empty file's path and fields take room too.
        insert(Entry(state: state, made: made, weight: weight + 4096), path)
    }

    /// Half of the capacity is for the young; when it is full they are the old ones, and the old ones go.
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
