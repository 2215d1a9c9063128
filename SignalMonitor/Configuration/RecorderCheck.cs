using FuncLibs.Hosting.Configuration;
using SignalMonitor.Recorder;

namespace SignalMonitor.Configuration;

/// <summary>
/// Checks that a mode of the recorder has what it needs. Whether a stream has the signal is seen later.
/// </summary>
public sealed class RecorderCheck : IOptionsCheck<MonitorOptions>
{
    private const string Allowed = "the name of a column that counts cycles, such as servo0.count";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        RecorderOptions recorder = options.Recorder;
        bool isCount = recorder.CycleSignal.EndsWith(".count", StringComparison.Ordinal);
        if (recorder.Mode == RecorderMode.Cycles && recorder.CycleSignal.Length == 0)
            yield return new OptionFault("Recorder:CycleSignal", "is empty", Allowed);
        else if (recorder.CycleSignal.Length > 0 && !isCount)
            yield return new OptionFault("Recorder:CycleSignal", $"'{recorder.CycleSignal}' counts nothing", Allowed);
    }
}
