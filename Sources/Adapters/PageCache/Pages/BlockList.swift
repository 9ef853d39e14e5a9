import SonicProtocol

/// The `data` file of a version: the values of a page's slots in page order, as servers send them. Each consists of one
/// line with its name, a space and its length in bytes, then the bytes and a line feed. A title inside a block comes
/// first; that block contains `{title}` instead.
enum BlockList {
    /// Returns the bytes of the file for a page.
    static func bytes(of split: PageSplit, html: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        let slots = (split.blockHoldingTitle == nil ? [] : [.title]) + split.slots.map(\.slot)
        for slot in slots {
            let value = split.dataBytes(of: slot, in: html)
            bytes += "\(split.displayName(of: slot)) \(value.count)\n".utf8
            bytes += value
            bytes.append(0x0A)
        }
        return bytes
    }
}
