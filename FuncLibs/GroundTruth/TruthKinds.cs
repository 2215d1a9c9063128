namespace FuncLibs.GroundTruth;

/// <summary>The words of the member `kind`.</summary>
internal static class TruthKinds
{
    public const string Run = "run";
    public const string Cycle = "cycle";
    public const string Property = "property";
    public const string Break = "break";
    public const string Excursion = "excursion";
    public const string Mode = "mode";
    public const string Fault = "fault";
    public const string Truncated = "truncated";
    public const string End = "end";

    public const string Upper = "upper";
    public const string Lower = "lower";
}
