import Glibc

extension Screen {
    /// The largest resident set of the program so far, in bytes.
    func peak() throws -> Double {
        let file = open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("the program has ended") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        let status = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line.flatMap({ Double($0.filter(\.isNumber)) }) else {
            throw Failure("the memory of the program is not known")
        }
        return kilobytes * 1024
    }
}
