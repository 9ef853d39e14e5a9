import CellGrid

/// Something that shows frames and reports what a person does: the terminal, or its twin in memory.
@MainActor public protocol Display: AnyObject {
    /// The size a frame should have now.
    var size: Size { get }
    /// What happened, in order; read by one task. Ends when the display is closed.
    var events: AsyncStream<TerminalEvent> { get }
    /// Shows `frame`. Cost: that of what changed since the last frame.
    func draw(_ frame: Frame)
    /// Draws the last frame anew, whatever the screen shows.
    func repaint()
    /// Gives the terminal back, stops the job as `^Z` does, and draws the last frame when it continues.
    func suspend()
    /// Gives the terminal to another program, such as an editor: no key is read and nothing is drawn until
    /// `takeBack`. `^C` and `^\` are that program's meanwhile.
    func lend()
    /// Takes the terminal back, in whatever state it was left, and draws the last frame. Does nothing unless lent.
    func takeBack()
    /// Gives the terminal back for good. The second call does nothing.
    func close()
}

/// A display in memory for tests: it keeps the last frame, and events are put in by hand.
@MainActor public final class DisplayInMemory: Display {
    /// The size a frame should have.
    public private(set) var size: Size
    /// What `send` put in.
    public let events: AsyncStream<TerminalEvent>
    /// The last frame drawn, nil before the first.
    public private(set) var frame: Frame?
    /// How many frames were drawn.
    public private(set) var drawn = 0
    private let continuation: AsyncStream<TerminalEvent>.Continuation

    /// A display of this size.
    public init(size: Size) {
        self.size = size
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Makes `event` happen.
    public func send(_ event: TerminalEvent) {
        if case .resized(let size) = event { self.size = size }
        continuation.yield(event)
    }

    /// Keeps `frame`.
    public func draw(_ frame: Frame) {
        self.frame = frame
        drawn += 1
    }

    /// Counts the last frame once more.
    public func repaint() { drawn += 1 }
    /// Does nothing.
    public func suspend() {}
    /// Does nothing.
    public func lend() {}
    /// Counts the last frame once more.
    public func takeBack() { drawn += 1 }
    /// Ends the events.
    public func close() { continuation.finish() }
}
