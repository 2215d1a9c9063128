using System.Buffers;
using FuncLibs.Signals.Stateful;
using SignalMonitor.Alarms;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Carries state of the variables and alarms of a stream from the compute thread, which takes it between two blocks,
/// to the saver. The two take turns, as the stages of `PositionMark` do. Allocates only when there is more to remember
/// than ever.
/// </summary>
internal sealed class VariableCheckpoint
{
    private readonly ArrayBufferWriter<byte> _memory = new();
    private readonly StateWriter _writer;
    private readonly AlarmCheckpoint _alarms = new();
    private VariablePlan? _plan;
    private ulong _epoch;
    private long _nextSample;

    public VariableCheckpoint() => _writer = new StateWriter(_memory);

    /// <summary>True when something was taken.</summary>
    public bool IsTaken { get; private set; }

    /// <summary>Compute thread: takes it.</summary>
    public void Take(StreamVariables? variables)
    {
        IsTaken = variables?.Plan is not null && variables.NextSample >= 0;
        if (!IsTaken)
            return;
        _memory.ResetWrittenCount();
        _plan = variables!.Plan!;
        _plan.Program.Save(_writer);
        (_epoch, _nextSample) = (variables.Epoch, variables.NextSample);
        _alarms.Take(variables.Alarms);
    }

    /// <summary>Saver: state of the variables; its memory is valid until the compute thread takes it again.</summary>
    public SavedVariables ToSavedVariables(Guid publisher, uint stream) =>
        new(publisher, stream, _epoch, _nextSample, _memory.WrittenMemory) { Adjusted = AdjustedVariable.From(_plan!) };

    /// <summary>Saver: state of alarms.</summary>
    public SavedAlarms ToSavedAlarms(Guid publisher, uint stream) => _alarms.ToSaved(publisher, stream);
}
