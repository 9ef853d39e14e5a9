import Glibc
import SonicProtocol

extension FilePath {
    /// Creates a path of a string of the system.
    public init(cString text: UnsafePointer<CChar>) {
        self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// The path from the root; a relative one begins at the working folder.
    public var absolute: FilePath {
        guard bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return self }
        defer { free(folder) }
        return FilePath(FilePath(cString: folder).bytes + "/".utf8 + bytes)
    }

    /// The absolute path without symbolic links; nil if the file does not exist.
    public var real: FilePath? {
        guard let path = realpath(cString, nil) else { return nil }
        defer { free(path) }
        return FilePath(cString: path)
    }

    /// Whether it is an existing folder, or a link to one.
    public var isFolder: Bool {
        var status = stat()
        return stat(cString, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in the folder except for `.` and `..`, unordered; nil if it cannot be read.
    public var entryNames: [[UInt8]]? {
        guard let stream = opendir(cString) else { return nil }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }
}

/// The arguments of this process, which are bytes, and need not be UTF-8.
public enum ProcessArguments {
    /// The arguments after the program's name.
    public static var all: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { FilePath(cString: $0).bytes }
        }
    }

    /// Returns an argument as text; of a path that is not UTF-8, the address. Nil for other bytes that are not.
    public static func text(_ argument: [UInt8], isPath: Bool) -> String? {
        String(validating: argument, as: UTF8.self) ?? (isPath ? FilePath(argument).absolute.text : nil)
    }
}
