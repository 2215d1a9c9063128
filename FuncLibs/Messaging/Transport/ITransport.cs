namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Makes the sockets of one process. Each socket belongs to the thread that calls. Disposing first wakes every thread that waits
/// (status Closed); the library itself ends when the last socket was closed by its thread.
/// </summary>
public interface ITransport : IDisposable
{
    /// <summary>What it runs on, for logs and health.</summary>
    TransportLibrary Library { get; }

    /// <summary>Binds a publisher's data socket.</summary>
    /// <param name="endpoint">Where.</param>
    /// <param name="frameBytes">Size of its largest usual frame, for the queue of a slow subscriber; null = the usual size.</param>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null);

    /// <summary>Binds a publisher's control socket.</summary>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IControlServer Serve(Endpoint endpoint);

    /// <summary>Connects a consumer's data socket; the publisher need not be there yet.</summary>
    /// <exception cref="EndpointException">It names no place.</exception>
    IFrameSubscriber Subscribe(Endpoint endpoint);

    /// <summary>Connects a consumer's control socket; the publisher need not be there yet.</summary>
    /// <exception cref="EndpointException">It names no place.</exception>
    IControlClient Connect(Endpoint endpoint);

    /// <summary>Makes a wait set over sockets of this transport that belong to the calling thread.</summary>
    IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets);

    /// <summary>
    /// Wakes every thread that waits in a socket. Waits and empty receives say Closed from then on; a send may still say Sent for about
    /// a millisecond, because libzmq looks for the end only so often while it sends.
    /// </summary>
    void Shutdown();
}
