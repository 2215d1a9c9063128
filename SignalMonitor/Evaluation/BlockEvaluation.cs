using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Recordings;

namespace SignalMonitor.Evaluation;

/// <summary>
/// A formula over recorded blocks, step by step as <see cref="StreamVariables"/> does it: a changed description makes a
/// new program that takes over what is the same, the program gets a gap, then it runs over the block.
/// </summary>
/// <param name="formula">The formula.</param>
/// <param name="output">Where the result goes.</param>
/// <param name="recorded">What a monitor had, to begin and to switch as it did; null to begin clean.</param>
internal sealed class BlockEvaluation(Formula formula, IEvalOutput output, LoggedRun? recorded)
{
    private readonly ProgramReading _reading = new(output);
    private Formula _formula = formula;
    private int _switches;
    private SampleCursor _place =
        recorded is null ? SampleCursor.None : new SampleCursor(recorded.Start.LastEpoch, recorded.Start.NextSample);
    private StreamDescription? _description;
    private SignalProgram? _program;
    private BlockColumns? _columns;

    /// <summary>Gaps that were met.</summary>
    public long Gaps { get; private set; }

    /// <summary>A remark on the result for the user; null = none.</summary>
    public string? Note => _reading.Note;

    /// <summary>Evaluates one block.</summary>
    /// <returns>Why the formula cannot be computed of it; null when it can.</returns>
    public string? Append(RecordedBlocks blocks)
    {
        bool isSwitched = TrySwitch(blocks.Header);
        if ((isSwitched || !ReferenceEquals(blocks.Description, _description))
            && Adopt(blocks.Description) is { } fault)
            return fault;
        if (_place.Advance(blocks.Block, blocks.Header.Epoch, blocks.Description))
        {
            Gaps++;
            _program!.Gap();
        }

        _columns!.MoveTo(blocks.Block);
        _program!.Run(_columns);
        _reading.Block(_program);
        return null;
    }

    /// <summary>After the last block; false when there was none.</summary>
    public bool TryEnd()
    {
        if (_program is not null)
            _reading.End(_program);
        return _program is not null;
    }

    // The definitions that hold at a block: those of the last switch at or before it.
    private bool TrySwitch(in FrameHeader header)
    {
        int before = _switches;
        while (recorded is not null && _switches < recorded.Switches.Length
            && recorded.Switches[_switches].IsAtOrBefore(header.Epoch, header.Sequence))
            _switches++;
        if (_switches == before)
            return false;
        _formula = _formula.With(recorded!.Switches[_switches - 1].Definitions!.ToSet());
        return true;
    }

    private string? Adopt(StreamDescription description)
    {
        StreamSignals signals = new(description);
        FormulaOutcome compiled = _formula.Compile(StationScope.From(signals, _formula.Set));
        if (compiled.Program is not { } program)
            return compiled.Fault;
        if (_program is not null)
            program.AdoptState(_program);
        else if (recorded?.Start.Memory is { } memory)
            program.Restore(memory);
        (_description, _program, _columns) = (description, program, new BlockColumns(description, signals));
        return null;
    }
}
