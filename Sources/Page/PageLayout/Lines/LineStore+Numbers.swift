/// The numbers of links in the list after a page, until they are written.
struct LinkNumbers {
    /// The number of each link of a chunk; 0 if it has none or it is written.
    private var waiting: [Int]

    /// - Parameters:
    ///   - store: The chunk.
    ///   - count: The number of links already listed.
    init(_ store: LineStore, behind count: Int) {
        var last = count
        waiting = store.links.map { link in
            guard link.line >= 0, LineStore.address(of: link.target) != nil else { return 0 }
            last += 1
            return last
        }
    }

    /// Returns the number to write before a run of text, if it is the first one of its link; otherwise nil.
    mutating func next(_ run: LineStore.Run) -> Int? {
        guard run.link >= 0, waiting[Int(run.link)] > 0 else { return nil }
        defer { waiting[Int(run.link)] = 0 }
        return waiting[Int(run.link)]
    }
}

extension LineStore {
    /// Appends the text of a line, with its number in brackets before each link that begins on it. A number takes the
    /// space of the blanks that follow, except one, if there are any, so that columns stay aligned where possible.
    func write(
        _ index: Int, numbers: inout LinkNumbers, ink: ((TextStyle) -> [UInt8])?, to output: inout [UInt8]
    ) {
        var (column, shift) = (0, 0)
        for run in runs[runRange(ofLine: index)] {
            let gap = Int(run.column) - column
            if gap > 0 {
                let blanks = max(1, gap - shift)
                shift -= gap - blanks
                output.append(contentsOf: repeatElement(0x20, count: blanks))
            }
            if let number = numbers.next(run) {
                let sign = Array("[\(number)]".utf8)
                shift += sign.count
                output += sign
            }
            let start = ink?(run.style) ?? []
            output += start
            output += text[Int(run.start)..<Int(run.end)]
            if !start.isEmpty { output += Array("\u{1B}[0m".utf8) }
            column = Int(run.column) + Int(run.width)
        }
    }
}
