import Glibc

/// Writes all bytes to a descriptor, with as many system calls as required.
/// - Returns: The error number, if a part of the bytes could not be written; nil on success.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, $0.count - done) }
        if count < 0, errno == EINTR { continue }
        // The creator of the descriptor may have made it non-blocking.
        if count < 0, errno == EAGAIN {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, -1) >= 0 || errno == EINTR { continue }
        }
        guard count > 0 else { return count < 0 ? errno : EIO }
        done += count
    }
    return nil
}

/// Repeats a system call while a signal interrupts it. Returns its result.
package func retried(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Opens a temporary file without a name, which other programs do not inherit; nil with `errno` if that fails.
package func openUnnamedFile() -> CInt? {
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    let descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
    return descriptor < 0 ? nil : descriptor
}

/// Opens a pipe that other programs do not inherit; nil with `errno` if the system has none left.
package func openPipe() -> (reading: CInt, writing: CInt)? {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
