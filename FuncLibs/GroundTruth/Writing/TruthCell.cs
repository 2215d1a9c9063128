using FuncLibs.GroundTruth.Lines;

namespace FuncLibs.GroundTruth.Writing;

/// <summary>A line on its way from the block thread to the disk: one shape for all kinds, so that the ring takes no memory.</summary>
internal struct TruthCell
{
    public TruthCellKind Kind;
    public TruthLimit Limit;
    public string? Channel;

    // Sensor, name of the property, or mode.
    public string? Name;

    // Unit of the property, or detail of the fault.
    public string? Text;
    public string? Fault;

    // Index, or the begin of a range.
    public long Index;

    // End of a range, or the sample of the peak.
    public long Second;

    // Sample of the valley.
    public long Third;
    public long Number;

    // Value, force, band, or peak.
    public double Value;
    public double Valley;
}
