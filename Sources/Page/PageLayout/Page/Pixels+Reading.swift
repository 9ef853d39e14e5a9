import CellGrid
import SonicProtocol

extension Pixels {
    /// The longest side in pixels, far above that of any picture that is asked for.
    private static let longestSide = 4096
    private static let keyNames = ["a", "f", "s", "v", "c", "r", "m"]

    /// Parses a picture of square pixels from commands of kitty's graphics protocol, as written by `chafa`: one with the
    /// sizes, then parts of the pixels, each in Base64, the last with `m=0`, then line feeds. Linear.
    /// - Parameter size: The maximum size in cells, which are twice as high as wide.
    /// - Returns: nil if there is anything else, or if it does not fit.
    init?(commands: [UInt8], number: UInt16, within size: Picture.Size) {
        var rest = commands[...]
        guard let first = Self.command(&rest), first.payload.isEmpty, let sizes = Self.sizes(first.keys)
        else { return nil }
        var bytes: [UInt8] = []
        var isWhole = false
        while !isWhole {
            guard let next = Self.command(&rest), ["m=0", "m=1"].contains(next.keys),
                let part = Base64.bytes(next.payload)
            else { return nil }
            bytes += part
            isWhole = next.keys == "m=0"
        }
        guard rest.allSatisfy({ $0 == 0x0A }) else { return nil }
        var columns = min(sizes.columns, size.columns)
        var rows = max(1, (sizes.height * columns + sizes.width) / (2 * sizes.width))
        if rows > size.rows {
            columns = max(1, columns * size.rows / rows)
            rows = size.rows
        }
        self.init(
            number: number, columns: columns, rows: rows, width: sizes.width, height: sizes.height,
            bytes: bytes)
    }

    /// Removes a command from the beginning; nil if there is none.
    private static func command(
        _ rest: inout ArraySlice<UInt8>
    ) -> (keys: String, payload: ArraySlice<UInt8>)? {
        guard rest.starts(with: "\u{1B}_G".utf8) else { return nil }
        let body = rest.dropFirst(3)
        guard let end = body.firstIndex(of: 0x1B), body[end...].starts(with: "\u{1B}\\".utf8) else {
            return nil
        }
        rest = rest[(end + 2)...]
        let keys = body[..<end].prefix { $0 != UInt8(ascii: ";") }
        return (String(decoding: keys, as: UTF8.self), body[keys.endIndex..<end].dropFirst())
    }

    private static func sizes(_ keys: String) -> (width: Int, height: Int, columns: Int)? {
        let pairs = keys.split(separator: ",").map { $0.split(separator: "=") }
        guard pairs.allSatisfy({ $0.count == 2 }), pairs.map({ String($0[0]) }) == keyNames,
            pairs[0][1] == "T", pairs[1][1] == "32", pairs[6][1] == "1"
        else { return nil }
        let numbers = pairs[2...5].compactMap { Int($0[1]) }
        guard numbers.count == 4, numbers.allSatisfy({ (1...longestSide).contains($0) }) else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }
}
