namespace SignalMonitor.Derived;

/// <summary>The variables of one data stream as their own stream. The compute thread numbers its blocks.</summary>
internal sealed class DerivedStream
{
    private ulong _last;

    /// <summary>A stream that has published nothing in this run.</summary>
    /// <param name="name">A level of its topic.</param>
    /// <param name="station">Site/rig of its topic; empty = those of the publisher.</param>
    public DerivedStream(string name, string station = "") => (Name, Station) = (name, station);

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Site/rig that it is published under, where several stations are followed; else empty.</summary>
    public string Station { get; }

    /// <summary>The name by which it has its number: streams of several stations may have one name.</summary>
    public string Key => Station.Length == 0 ? Name : $"{Station}/{Name}";

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
