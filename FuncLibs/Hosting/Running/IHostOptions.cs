using FuncLibs.Hosting.Run;

namespace FuncLibs.Hosting.Running;

/// <summary>What the root option class of every host has.</summary>
public interface IHostOptions
{
    /// <summary>Section `Run`.</summary>
    RunOptions Run { get; }
}
