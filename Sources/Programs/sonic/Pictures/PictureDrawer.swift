import Browser
import BrowserServices
import Glibc
import PageLayout
import SystemLibraries

/// Draws pictures with `chafa`, a separate process: nothing here decodes an image. Its output is only interpreted as
/// characters and colours, or as pixels.
struct PictureDrawer: Sendable {
    /// The time limit.
    private static let limit = Duration.seconds(10)
    /// The maximum length of its output, in bytes.
    private static let outputLimit = 16 << 20
    /// The resource limits: seconds of processor time, kilobytes of memory, blocks of 512 bytes in a file.
    private static let bounds =
        "ulimit -t 10 && ulimit -v 1048576 && ulimit -f \(outputLimit / 512) && ulimit -c 0"

    /// Draws a picture; with characters, too, if its pixels cannot be told.
    /// - Parameters:
    ///   - file: The bytes of the image.
    ///   - number: What cells call the picture if it is drawn with pixels.
    func draw(
        _ file: [UInt8], in room: Picture.Size, as form: PictureOrder.Form, number: UInt16
    ) async -> PictureReport {
        guard let descriptor = openUnnamedFile() else { return .failed }
        defer { close(descriptor) }
        let size = Self.size(of: file, in: room)
        let command = ShellCommand(line: Self.line(size, form), limit: Self.limit, output: descriptor)
        let running = command.start(input: file, variables: [])
        let ending = await withTaskCancellationHandler {
            await running.ending.value
        } onCancel: {
            running.stop()
        }
        switch ending {
        case .exited(0): break
        case .exited(127): return .noProgram
        case .exited, .killed, .ended, .notStarted: return .failed
        }
        guard let bytes = Self.read(descriptor) else { return .failed }
        switch form {
        case .characters: return Picture(symbols: bytes, within: size).map { .drawn($0) } ?? .failed
        case .pixels:
            guard let picture = Picture(commands: bytes, number: number, within: size) else {
                return await draw(file, in: room, as: .characters, number: number)
            }
            return .drawn(picture)
        }
    }

    /// Returns the command: its arguments are only numbers and constant words, and the image is its standard input.
    private static func line(_ size: Picture.Size, _ form: PictureOrder.Form) -> String {
        // Of pixels there are twice as many rows: chafa 1.12 has eight pixels in a row of cells as in a column.
        let (options, rows) =
            switch form {
            case .characters:
                ("symbols --symbols block+border+space-wide --colors full --color-space rgb", size.rows)
            case .pixels: ("kitty --font-ratio 1", 2 * size.rows)
            }
        return bounds + " && exec chafa --format \(options) --animate off --polite on "
            + "--size \(size.columns)x\(rows) - 2>/dev/null"
    }

    /// Returns the size of the picture, which is not enlarged.
    private static func size(of file: [UInt8], in room: Picture.Size) -> Picture.Size {
        guard let cells = ImageSize(of: file)?.cells else { return room }
        return Picture.Size(columns: min(room.columns, cells.columns), rows: min(room.rows, cells.rows))
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end > 0, end <= outputLimit, lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(end))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            count += more
        }
        return bytes
    }
}
