using System.Reflection;
using System.Runtime.Loader;

namespace FuncLibs.Hosting.Formats;

/// <summary>
/// Loads a plug-in with what it brings along. What this process has already it shares, so that the interface is the
/// same.
/// </summary>
/// <param name="file">The assembly, a full path.</param>
internal sealed class PlugInContext(string file) : AssemblyLoadContext(Path.GetFileName(file))
{
    private readonly AssemblyDependencyResolver _resolver = new(file);

    /// <inheritdoc/>
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        bool isShared = assemblyName.Name!.StartsWith("FuncLibs.", StringComparison.Ordinal)
            || Default.Assemblies.Any(shared => shared.GetName().Name == assemblyName.Name);
        return !isShared && _resolver.ResolveAssemblyToPath(assemblyName) is { } path
            ? LoadFromAssemblyPath(path) : null;
    }
}
