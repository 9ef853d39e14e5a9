/// The numbers that links have in the list behind a page, as long as they are not written yet.
struct LinkNumbers {
    /// For each link of a chunk its number, 0 where it has none or it is written.
    private var waiting: [Int]

    /// - Parameters:
    ///   - store: The chunk.
    ///   - count: How many links are listed already.
    init(_ store: LineStore, behind count: Int) {
        var last = count
        waiting = store.links.map { link in
            guard link.line >= 0, LineStore.address(of: link.target) != nil else { return 0 }
            last += 1
            return last
        }
    }

    /// The number to be written in front of a run of text, the first one of its link; nil for none.
    mutating func next(_ run: LineStore.Run) -> Int? {
        guard run.link >= 0, waiting[Int(run.link)] > 0 else { return nil }
        defer { waiting[Int(run.link)] = 0 }
        return waiting[Int(run.link)]
    }
}

extension LineStore {
    /// Appends the text of a line, each link that begins on it behind its number in brackets. A number takes its room from
    /// the blanks that follow, all but one, as far as there are any: so columns stand below each other where they can.
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
