namespace SignalMonitor.Derived;

/// <summary>The variables of one data stream as their own stream. The compute thread numbers its blocks.</summary>
internal sealed class DerivedStream
{
    private ulong _last;

    /// <summary>A stream that has published nothing in this run.</summary>
    /// <param name="name">A level of its topic.</param>
    public DerivedStream(string name) => Name = name;

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Last number given, of a block that was published or dropped; 0 before the first. Any thread.</summary>
    public ulong Last => Volatile.Read(ref _last);

    /// <summary>
    /// Compute thread: the number of the next block. It is given even if the block is dropped then: a gap is seen.
    /// </summary>
    public ulong Next()
    {
        Volatile.Write(ref _last, _last + 1);
        return _last;
    }
}
