import SystemLibraries

/// The file that defines which elements become blocks; it is read again when it changes. While it is invalid, its
/// previous content applies.
public final class BlocksSource {
    /// The path of the file.
    let path: String
    private let complain: (String) -> Void
    private var stamp: FileStamp?
    private var file = BlocksFile()

    /// The reason why a file cannot be used at the start.
    public enum Failure: Error, Equatable {
        /// It cannot be read; with the system's reason.
        case unreadable(String)
        /// These lines are invalid.
        case mistaken([BlocksFile.Mistake])
    }

    /// Reads the file.
    ///
    /// - Parameter complain: Receives later mistakes, a sentence each.
    public init(path: String, complain: @escaping (String) -> Void) throws(Failure) {
        self.path = path
        self.complain = complain
        stamp = FileStamp(at: path)
        let file = try Self.read(path)
        guard file.mistakes.isEmpty else { throw .mistaken(file.mistakes) }
        self.file = file
    }

    /// Returns the current content of the file; costs one `stat` call if it has not changed.
    func current() -> BlocksFile {
        if FileStamp(at: path) != stamp { readAgain() }
        return file
    }

    /// Reads the file again, changed or not.
    public func readAgain() {
        stamp = FileStamp(at: path)
        do throws(Failure) {
            let news = try Self.read(path)
            guard news.mistakes.isEmpty else { throw .mistaken(news.mistakes) }
            file = news
        } catch {
            switch error {
            case .unreadable(let reason):
                complain("\(path) cannot be read: \(reason). Its previous blocks stay in use.")
            case .mistaken(let mistakes):
                for mistake in mistakes { complain("\(path):\(mistake)") }
                complain("The previous blocks stay in use until \(path) is fixed.")
            }
        }
    }

    private static func read(_ path: String) throws(Failure) -> BlocksFile {
        do throws(RegularFile.Refusal) {
            return BlocksFile(try RegularFile(path).bytes(limit: 1 << 20))
        } catch {
            throw .unreadable(error.reason)
        }
    }
}
