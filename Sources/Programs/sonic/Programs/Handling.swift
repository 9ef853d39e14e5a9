import Browser
import Glibc
import SonicProtocol

/// Finds the program that shows a file, in the user's mailcap files.
struct Handling: Sendable {
    /// A program to be started.
    typealias Plan = (template: ShellTemplate, place: Mailcap.Place, file: ShownFile)

    /// The time limit for the test of an entry.
    private static let testLimit = Duration.seconds(5)
    /// The maximum number of bytes of a mailcap file.
    private static let limit = 1 << 20

    let environment: Environment

    /// Returns the first entry that matches and whose test succeeds; nil for none.
    @concurrent func plan(for path: String, _ type: String?) async -> Plan? {
        let type = self.type(of: path, type)
        for entry in mailcap().entries(for: type) {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            guard let file = ShownFile(path, named: entry.name(for: name), environment) else { continue }
            if let plan = await plan(entry, file, type) { return plan }
            file.remove()
        }
        return nil
    }

    /// Returns the type sent by the server, if it is specific; otherwise that of the file name extension.
    func type(of path: String, _ type: String?) -> String {
        let known = FileType.mediaType(of: path)
        guard let type, type != "application/octet-stream", type != "binary/octet-stream",
            ShellTemplate.isPlain(type)
        else { return known }
        return type
    }

    private func plan(_ entry: Mailcap.Entry, _ file: ShownFile, _ type: String) async -> Plan? {
        do throws(ShellTemplate.Failure) {
            if let test = entry.test {
                let template = try ShellTemplate(test, value: file.path, type: type)
                let outcome = await ProgramRun.run(template, limit: Self.testLimit)
                guard outcome.isDone else { return nil }
            }
            return (try ShellTemplate(entry.command, value: file.path, type: type), entry.place, file)
        } catch {
            // An entry with unknown placeholders is for other programs.
            return nil
        }
    }

    /// Reads the files in `MAILCAPS`, otherwise the usual ones; missing files are ignored.
    private func mailcap() -> Mailcap {
        let home = environment["HOME"] ?? ""
        let usual = "\(home)/.mailcap:/etc/mailcap:/usr/etc/mailcap:/usr/local/etc/mailcap"
        var mailcap = Mailcap()
        for path in (environment["MAILCAPS"] ?? usual).split(separator: ":") {
            do throws(InputFile.Failure) {
                mailcap.append(Bytes.text(try InputFile.bytes(String(path), limit: Self.limit)))
            } catch {
                continue
            }
        }
        return mailcap
    }
}

/// A file under a name that is safe for a handler: its own or, if that contains characters special to a shell
/// or lacks the required extension, a link to it in a private folder.
struct ShownFile: Sendable {
    /// The path for the handler.
    let path: String
    private let folder: String?

    /// Creates a name for the file at a path; nil if that fails.
    /// - Parameter name: The required name; nil for any without characters special to a shell.
    init?(_ path: String, named name: String?, _ environment: Environment) {
        if name == nil, ShellTemplate.isPlain(path), FilePath(path) == FilePath(path.utf8) {
            (self.path, folder) = (path, nil)
            return
        }
        let parent = environment.temporaryFolder
        var pattern = Array("\(parent)/sonic-open.XXXXXX".utf8CString)
        guard ShellTemplate.isPlain(parent), let made = mkdtemp(&pattern) else { return nil }
        let folder = String(cString: made)
        let plain = Self.plain(name ?? path.split(separator: "/").last.map(String.init) ?? "file")
        guard symlink(FilePath(path).cString, folder + "/" + plain) == 0 else {
            rmdir(folder)
            return nil
        }
        (self.path, self.folder) = (folder + "/" + plain, folder)
    }

    /// Removes the link, if one was made.
    func remove() {
        guard let folder else { return }
        unlink(path)
        rmdir(folder)
    }

    /// Returns the name with an underscore for each character special to a shell.
    private static func plain(_ name: String) -> String {
        String(name.map { ShellTemplate.isPlain(String($0)) && $0 != "/" ? $0 : "_" })
    }
}
