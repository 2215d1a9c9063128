namespace FuncLibs.Tests;

/// <summary>A fact that needs a page without access after its memory.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class GuardPageFactAttribute : FactAttribute
{
    public GuardPageFactAttribute()
    {
        if (!OperatingSystem.IsLinux())
            Skip = "Guard pages are mapped with Linux calls.";
    }
}
