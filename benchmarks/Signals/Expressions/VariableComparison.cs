using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using Simulator.Presets;
using Simulator.Rig;

namespace Benchmarks.Signals.Expressions;

/// <summary>A hundred variables of five operations each over the reference block, no two of them alike.</summary>
internal sealed class VariableComparison
{
    private const int Count = 100;
    private const int ServoChannels = 8;
    private const int Tested = 3;

    private readonly CDataBlock _block;
    private readonly BlockColumns _source;
    private readonly SignalProgram _program;

    public VariableComparison()
    {
        SimulatedRig rig = new(RigPresets.Find(RigPresets.DefaultName)!, seed: 1);
        StreamSignals signals = new(rig.Description);
        _block = new CDataBlock(rig.Layout);
        rig.Fill(_block, 0);
        _source = new BlockColumns(rig.Description, signals);
        _program = SignalCompiler.Compile(
            [.. Enumerable.Range(0, Count).Select(Definition)], new StreamScope(signals, RunConstants.None));
    }

    /// <summary>One block.</summary>
    public void Run()
    {
        _source.MoveTo(_block);
        _program.Run(_source);
    }

    /// <exception cref="InvalidDataException">A variable was refused, or has a wrong value.</exception>
    public void Check()
    {
        if (_program.Variables.FirstOrDefault(variable => !variable.IsOk) is { } refused)
            throw new InvalidDataException(refused.Reason);
        Run();
        BlockChannel channel = _block.Channel(BlockGroup.Servo, Tested);
        (double force, double command) = (channel.Sensor(0)[^1], channel.Command[^1]);
        double expected = Math.Max(Math.Abs((force - command) * (Tested + 1)), 0.001) + force;
        if (Math.Abs(_program.Value(Tested) - expected) > 1e-9)
            throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture,
                $"variable {Tested} is {_program.Value(Tested)}, not {expected}"));
    }

    private static VariableDefinition Definition(int i)
    {
        string servo = string.Create(CultureInfo.InvariantCulture, $"servo{(i % ServoChannels) + 1}");
        return new VariableDefinition(
            $"v{i}", string.Create(CultureInfo.InvariantCulture,
                $"max(abs(({servo}.force - {servo}.command) * {i + 1}), 0.001) + {servo}.force"));
    }
}
