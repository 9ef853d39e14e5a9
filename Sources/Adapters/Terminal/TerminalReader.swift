import Glibc

/// The program's connection to the thread that reads the terminal. Orders are acknowledged, so that after `pause` no key
/// of another program is read.
struct TerminalReader {
    /// An order to the thread; each is one byte.
    enum Order: UInt8 {
        /// Stop reading keys.
        case pause = 1
        /// Resume reading keys.
        case resume
    }

    /// The writing end of the pipe for orders; closing it ends the thread.
    let orders: CInt
    /// The reading end of the pipe for acknowledgements.
    let answers: CInt

    /// Stops the reading of keys. Returns when the thread has stopped, after microseconds.
    func pause() { give(.pause) }

    /// Resumes the reading of keys.
    func resume() { give(.resume) }

    /// Ends the thread.
    func end() {
        close(orders)
        close(answers)
    }

    /// Acknowledges an order, on the thread's side.
    static func answer(on descriptor: CInt) {
        var byte: UInt8 = 0
        // The only reader waits for this byte; if the pipe is closed, there is no reader.
        write(descriptor, &byte, 1)
    }

    private func give(_ order: Order) {
        var byte = order.rawValue
        guard write(orders, &byte, 1) == 1 else { return }
        // Without the thread the pipe has no writer, and the read returns.
        while read(answers, &byte, 1) < 0, errno == EINTR {}
    }
}
