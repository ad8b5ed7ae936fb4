"""Chapter 9: reinforcement and regrouping."""
