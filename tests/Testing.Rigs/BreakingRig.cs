using FuncLibs.Blocks;

namespace Testing.Rigs;

/// <summary>
/// A rig on the controller link whose first servo channel holds a specimen: its force is <see cref="Held"/> plus a
/// thousandth of the sample's number in its block, until the specimen breaks at point 3 of a block; then
/// <see cref="Left"/>.
/// </summary>
public sealed class BreakingRig : IDisposable
{
    /// <summary>kN.</summary>
    public const double Held = 50;

    /// <summary>kN.</summary>
    public const double Left = 2;

    private const int BreakPoint = 3;

    private readonly ChangedRig _rig;
    private long _breakIndex = long.MaxValue;
    private int _wanted;

    public BreakingRig() => _rig = new ChangedRig(change: Pull);

    /// <summary>For `--Source:Endpoint` of a connector.</summary>
    public string Endpoint => _rig.Endpoint;

    /// <summary>Index of the first sample of the broken specimen; the largest number while it holds.</summary>
    public long BreakIndex => Volatile.Read(ref _breakIndex);

    /// <summary>The specimen breaks in one of the next blocks.</summary>
    public void Break() => Volatile.Write(ref _wanted, 1);

    public void Dispose() => _rig.Dispose();

    private void Pull(CDataBlock block)
    {
        if (Interlocked.Exchange(ref _wanted, 0) == 1)
            Volatile.Write(ref _breakIndex, block.FirstSampleIndex + BreakPoint);
        Span<double> force = block.Channel(BlockGroup.Servo, 0).Sensor(0);
        for (int i = 0; i < force.Length; i++)
            force[i] = block.FirstSampleIndex + i < BreakIndex ? Held + (i / 1000.0) : Left;
    }
}
