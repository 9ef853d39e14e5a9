import Browser
import BrowserServices
import Glibc
import SonicProtocol
import SystemLibraries

/// A private folder with the file for an editor; files that the editor writes next to it are removed with the folder.
struct EditFolder: Sendable {
    /// The reason why the file cannot be created or read.
    struct Failure: Error {
        /// The reason in words.
        let reason: String

        init(reason: String) { self.reason = reason }

        /// Creates the failure of a system call on a path.
        init(_ path: String, _ code: Int32) { reason = "\(String(cString: strerror(code))) (\(path))" }
    }

    private let folder: String
    /// The file.
    let path: String

    /// Creates the folder (0700) below `TMPDIR` or /tmp, with the order's text in the file (0600).
    init(_ order: EditOrder) throws(Failure) {
        let parent = Environment()["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var pattern = Array("\(parent)/sonic-edit.XXXXXX".utf8CString)
        guard let made = mkdtemp(&pattern) else { throw Failure(parent, errno) }
        folder = String(cString: made)
        path = folder + "/" + order.fileName
        do throws(Failure) {
            try write(Array(order.text.utf8))
        } catch {
            remove()
            throw error
        }
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path, errno) }
        let code = writeAll(bytes, to: descriptor)
        close(descriptor)
        if let code { throw Failure(path, code) }
    }

    /// Returns the content of the file; of a larger one, one byte more than the limit.
    func bytes(limit: Int) throws(Failure) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            // An editor may have replaced it by something else.
            let file = try RegularFile(path, followingLinks: false)
            return Array(try RegularFile.bytes(of: file.descriptor, limit: limit).prefix(limit + 1))
        } catch {
            switch error {
            case .system(let code): throw Failure(path, code)
            case .notRegular, .tooLong: throw Failure(reason: "it is no longer a file")
            }
        }
    }

    /// Removes the folder with all its files; a subfolder that an editor created remains, and so does the folder.
    func remove() {
        for name in FilePath(folder).entryNames ?? [] {
            unlink(folder + "/" + String(decoding: name, as: UTF8.self))
        }
        rmdir(folder)
    }
}
